/** `Preference-Applied`: the preferences that took effect, in a fixed order. */
import { noPreferences as none } from '../parse/preferences.ts'
import type { ApiRequest } from '../parse/request.ts'
import type { Plan } from '../plan/plan.ts'
import type { Answer } from '../transact/run.ts'

export function appliedPreferences(request: ApiRequest, plan: Plan, { isEstimated }: Answer): string {
  const { preferences } = request
  if (preferences === none) return ''
  const { source } = plan
  const isInsert = source?.kind === 'insert'
  const isChange = source !== null && source.kind !== 'call'
  const isUpsert = isInsert && request.method === 'POST' && source.conflict !== null
  const applied: readonly (readonly [name: string, value: string | number | null, takesEffect: boolean])[] = [
    ['resolution', preferences.resolution, isUpsert],
    ['missing', preferences.missing, isInsert || source?.kind === 'update'],
    ['return', preferences.return, isChange],
    ['count', isEstimated && preferences.count === 'exact' ? 'estimated' : preferences.count, true],
    ['tx', preferences.tx, preferences.tx === 'commit' || plan.rollsBack],
    ['handling', preferences.handling, true],
    ['timezone', preferences.timezone, true],
    ['max-affected', preferences.maxAffected, plan.maxAffected !== null],
  ]
  return applied
    .filter(([, value, takesEffect]) => value !== null && takesEffect)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}
