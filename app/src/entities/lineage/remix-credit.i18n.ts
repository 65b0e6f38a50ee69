import { de } from '@product/contract'

import { defineMessages } from '#i18n/messages.ts'

/** Apart from the tree's words: the feed shows these, and nothing else of a lineage. */
export const remixCreditMessages = defineMessages({
  fr: {
    sentence: (name: string) => `Remix ${de(name)}`,
    line: (name: string) => `remix ${de(name)}`,
    gone: 'Remix d’une image supprimée',
  },
  en: {
    sentence: (name: string) => `Remix of ${name}`,
    line: (name: string) => `remix of ${name}`,
    gone: 'Remix of a deleted image',
  },
})
