#!/bin/sh
# The Workers runtime, tied to its parent process by the kernel. After a SIGKILL of the server, no runtime goes on
# running alarms on the same files. Linux only (see server.ts).
exec setpriv --pdeathsig SIGKILL "$HOLDLINE_WORKERD" "$@"
