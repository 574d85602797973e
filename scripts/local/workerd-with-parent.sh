#!/bin/sh
# Starts the Workers runtime so that the kernel ends it together with its parent process. Otherwise the runtime would
# still run alarms after a SIGKILL of the server. Works only on Linux (see server.ts).
exec setpriv --pdeathsig SIGKILL "$HOLDLINE_WORKERD" "$@"
