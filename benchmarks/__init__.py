"""Three rooms: speed, studies behind numbers of the pages, audits of what the project checks."""
