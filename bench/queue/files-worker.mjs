/**
 * The built files as they lie, for the Worker that makes pages of them. The runtime's own directory service leaves out what
 * begins with a dot, and there the build's manifest lies.
 *
 * Plain JavaScript: `runtime.ts` hands this file to the runtime as it stands.
 */
const MANIFESTS = '/.vite/';

const files = {
  fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(MANIFESTS)) return env.FILES.fetch(request);
    return env.MANIFESTS.fetch(new URL(pathname.slice(MANIFESTS.length - 1), request.url));
  },
};

// oxlint-disable-next-line import/no-default-export -- the runtime looks for a Worker's handlers there
export default files;
