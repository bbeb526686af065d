import { ruleOf } from './index.ts';
import { type Finding, type Profile, PROFILES, type Severity } from './rule.ts';

/** What of the configuration decides about that. */
interface ShownBy {
  readonly rules: ReadonlyMap<string, Severity | 'off'>;
  readonly profile: Profile;
}

/** As what a finding is shown, if it is. A severity of the project's own shows it whatever the profile. */
export function severityOf(finding: Finding, { rules: severities, profile }: ShownBy): Severity | undefined {
  const own = severities.get(finding.code);
  if (own === 'off' || (own === undefined && !shows(profile, finding))) return undefined;
  return own ?? finding.severity;
}

/** Whether a profile shows a finding. Errors are shown by each; hints by no quiet one. */
export function shows(profile: Profile, { code, severity, profile: own }: Finding): boolean {
  if (severity === 'error') return true;
  if (profile === 'quiet' && severity === 'hint') return false;
  return PROFILES.indexOf(own ?? ruleOf(code)?.profile ?? 'quiet') <= PROFILES.indexOf(profile);
}
