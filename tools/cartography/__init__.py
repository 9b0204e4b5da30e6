"""Make `geometry.json` from public-domain geography. Run by hand, never by the site.

    apt-get download qgis-common && dpkg-deb -x qgis-common_*.deb world
    python -m venv env && env/bin/pip install -r tools/cartography/requirements.txt
    env/bin/python -m tools.cartography world/usr/share/qgis/resources/data/world_map.gpkg

The Debian package carries Natural Earth 1:10m cultural vectors (public domain, naturalearthdata.com), admin-1
polygons generalised topologically. `recipe.json` says which of them make up a province, where Britain and the
seas are cut, and how the map is bent so that the crowded middle has room.
"""
