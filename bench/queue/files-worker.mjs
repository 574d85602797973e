/**
 * Serves the built files to the Worker that renders pages. The runtime's own directory service omits names that begin
 * with a dot, such as the folders of the manifest and of the early scripts.
 *
 * This file is plain JavaScript, because `runtime.ts` gives this file to the runtime unchanged.
 */
const hidden = { '.vite': 'MANIFESTS', '.early': 'EARLY_SCRIPTS' };

const files = {
  fetch(request, env) {
    const { pathname } = new URL(request.url);
    const [, folder] = pathname.split('/');
    if (!Object.hasOwn(hidden, folder)) return env.FILES.fetch(request);
    return env[hidden[folder]].fetch(new URL(pathname.slice(folder.length + 1), request.url));
  },
};

// oxlint-disable-next-line import/no-default-export -- the runtime finds a Worker's handlers in the default export
export default files;
