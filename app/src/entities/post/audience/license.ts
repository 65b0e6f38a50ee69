/** What others may do with a publication: the same words where it is made and where it is changed. */
import type { Row } from '#data/question.ts'

export type License = Row<'feed_posts'>['license']
export const licenses = ['perso', 'commercial', 'cc-by', 'cc-by-nc', 'cc0'] as const satisfies readonly License[]

export const licenseWords = {
  fr: {
    license: 'Licence',
    perso: 'Usage personnel',
    commercial: 'Usage commercial autorisé',
    'cc-by': 'CC BY 4.0 : partage et adaptation, en vous citant',
    'cc-by-nc': 'CC BY-NC 4.0 : idem, sans usage commercial',
    cc0: 'CC0 : domaine public',
  },
  en: {
    license: 'Licence',
    perso: 'Personal use',
    commercial: 'Commercial use allowed',
    'cc-by': 'CC BY 4.0: share and adapt, with credit to you',
    'cc-by-nc': 'CC BY-NC 4.0: the same, not for commercial use',
    cc0: 'CC0: public domain',
  },
} as const
