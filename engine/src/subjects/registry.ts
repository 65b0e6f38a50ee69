// All subjects by id: what the prompt is matched against and the scenes place. No drawing is read here.
import registry from './registry.json' with { type: 'json' }
import type { Subject, SubjectFamily } from './subject.ts'
import { isHeadOnly, isRecolourable, traitsOf } from './traits.ts'

type Row = readonly [string, SubjectFamily, 0 | 1, string, string, string, string]

export const SUBJECTS: ReadonlyMap<string, Subject> = new Map(
  (registry as unknown as readonly Row[]).map((row) => [row[0], subjectOf(row)]),
)

function subjectOf([id, family, skin, fr, en, tagsFr, tagsEn]: Row): Subject {
  return {
    id,
    family,
    ...traitsOf(id, family),
    labels: { fr, en },
    tags: { fr: tagsFr.split('|').filter(Boolean), en: tagsEn.split('|').filter(Boolean) },
    isHeadOnly: isHeadOnly(id),
    isRecolourable: isRecolourable(id),
    hasSkin: skin === 1,
  }
}
