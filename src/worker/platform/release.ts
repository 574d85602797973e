import { version } from '../../../package.json';

/**
 * The name of the running release. A deployment sets `RELEASE.tag` to the version and the commit (`scripts/deploy/`).
 * Without a deployment, the release is the version of the sources.
 */
export function releaseOf(env: Env): string {
  return env.RELEASE.tag || version;
}
