import { version } from '../../../package.json';

/**
 * The running release. A deployment sets the tag to version and commit (`scripts/deploy/`). Without a
 * deployment, the release is the version of the sources.
 */
export function releaseOf(env: Env): string {
  return env.RELEASE.tag || version;
}
