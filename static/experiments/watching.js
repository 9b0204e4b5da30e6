// A game of an experiment while it is played: looked at again every few seconds, unless nobody looks.

const EVERY = 3000;

setInterval(() => {
  if (!document.hidden) location.reload();
}, EVERY);
