import { ruleOf } from './index.ts';
import { type Finding, type Profile, PROFILES } from './rule.ts';

/** Whether a profile shows a finding. Errors are shown by each; hints by no quiet one. */
export function shows(profile: Profile, { code, severity, profile: own }: Finding): boolean {
  if (severity === 'error') return true;
  if (profile === 'quiet' && severity === 'hint') return false;
  return PROFILES.indexOf(own ?? ruleOf(code)?.profile ?? 'quiet') <= PROFILES.indexOf(profile);
}
