import { de } from '@product/contract'

import { defineMessages } from '#i18n/messages.ts'

/** Why a list shows a post, as its score found it. */
export const whyMessages = defineMessages({
  fr: {
    why: 'Pourquoi cette publication ?',
    because: 'Vous voyez ceci parce que :',
    follows: (name: string) => `vous suivez ${name}`,
    tag: (tag: string) => `vous aimez #${tag}`,
    remixOfLiked: 'remix d’une image que vous avez aimée',
    trending: (hours: number) => `tendance depuis ${hours} h`,
    likedAuthor: (name: string) => `vous avez aimé d’autres images ${de(name)}`,
    likedAuthorUnnamed: 'vous avez aimé d’autres images de cette personne',
    newAuthor: 'nouvel auteur',
    recent: 'elle vient d’être publiée',
    byTime: 'elle est publique et récente : « Récents » montre tout, dans l’ordre du temps',
    noSecret: 'Aucune autre raison n’entre dans ce choix.',
    whyFailed: 'Les raisons n’ont pas pu se charger. Vérifiez votre réseau, puis réessayez.',
    loading: 'Chargement…',
  },
  en: {
    why: 'Why this post?',
    because: 'You see this because:',
    follows: (name: string) => `you follow ${name}`,
    tag: (tag: string) => `you like #${tag}`,
    remixOfLiked: 'it is a remix of an image you liked',
    trending: (hours: number) => `it has been trending for ${hours} h`,
    likedAuthor: (name: string) => `you liked other images by ${name}`,
    likedAuthorUnnamed: 'you liked other images by this person',
    newAuthor: 'its author has just arrived: everybody is given a first look',
    recent: 'it has just been published',
    byTime: 'it is public and recent: “Latest” shows everything, in the order of time, unsorted',
    noSecret: 'Nothing else enters into this choice.',
    whyFailed: 'The reasons could not be read. Check your network and try again.',
    loading: 'Loading…',
  },
})
