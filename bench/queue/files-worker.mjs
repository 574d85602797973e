/**
 * Serves the built files to the Worker that renders pages. The runtime's own directory service omits names with a
 * leading dot, such as the folder of the build's manifest.
 *
 * Plain JavaScript: `runtime.ts` gives this file to the runtime unchanged.
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
