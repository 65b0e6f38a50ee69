import { de } from '@product/contract'

import { defineMessages, plural } from '#i18n/messages.ts'

export const postMessages = defineMessages({
  verbatim: ['share'],
  fr: {
    imageOf: (name: string) => `Image ${de(name)}`,
    like: 'J’aime',
    likes: (count: number) => plural(count, { one: '# j’aime', other: '# j’aime' }),
    comments: (count: number) => plural(count, { one: '# commentaire', other: '# commentaires' }),
    save: 'Enregistrer',
    share: 'Partager',
    remix: 'Remix',
    moreActions: 'Plus d’actions',
    ai: 'IA',
    aiImage: 'Image IA',
    more: 'Lire la suite',
    less: 'Réduire',
    waiting: 'En attente du réseau',
    hidden: 'Publication masquée.',
    undo: 'Annuler',
  },
  en: {
    imageOf: (name: string) => `Image by ${name}`,
    like: 'Like',
    likes: (count: number) => plural(count, { one: '# like', other: '# likes' }),
    comments: (count: number) => plural(count, { one: '# comment', other: '# comments' }),
    save: 'Save',
    share: 'Share',
    remix: 'Remix',
    moreActions: 'More actions',
    ai: 'AI',
    aiImage: 'AI image',
    more: 'Read more',
    less: 'Show less',
    waiting: 'Waiting for the network',
    hidden: 'Post hidden.',
    undo: 'Undo',
  },
})
