#!/bin/sh
# The Workers runtime, ended by the kernel together with the process that started it: even a SIGKILL of the server
# leaves no runtime behind that would go on running alarms on the same files. Linux only (see server.ts).
exec setpriv --pdeathsig SIGKILL "$HOLDLINE_WORKERD" "$@"
