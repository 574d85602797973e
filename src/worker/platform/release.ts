import { version } from '../../../package.json';

/**
 * Which release this code is. A deployment tags what it uploads with version and commit (`scripts/deploy/`); what was not
 * deployed has no tag and tells the version of its sources.
 */
export function releaseOf(env: Env): string {
  return env.RELEASE.tag || version;
}
