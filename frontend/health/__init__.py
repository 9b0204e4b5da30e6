"""What machines ask: is this process alive, may it be sent people?"""
