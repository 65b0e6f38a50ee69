import { defineMessages, plural } from '#i18n/messages.ts'

export const historyMessages = defineMessages({
  fr: {
    title: 'Historique',
    search: 'Chercher dans vos descriptions',
    empty: 'Vos descriptions apparaîtront ici.',
    none: (query: string) => `Aucune description avec « ${query} ».`,
    begun: 'À reprendre',
    titleWith: (count: number) => `Historique, ${count} à reprendre`,
    wordless: 'Sans description',
    pictures: (count: number) =>
      plural(count, {
        one: '1 image est restée sur l’autre appareil',
        other: '# images sont restées sur l’autre appareil',
      }),
    withPictures: (count: number) => plural(count, { one: 'avec 1 image', other: 'avec # images' }),
    erase: (words: string) => `Effacer « ${words} »`,
    erased: 'Description effacée',
    ordered: 'Déjà demandées',
    undo: 'Annuler',
  },
  en: {
    title: 'History',
    search: 'Search your descriptions',
    empty: 'Your descriptions will appear here.',
    none: (query: string) => `No description with “${query}”.`,
    begun: 'Unfinished',
    titleWith: (count: number) => `History, ${count} unfinished`,
    wordless: 'No description',
    pictures: (count: number) =>
      plural(count, { one: '1 image stayed on the other device', other: '# images stayed on the other device' }),
    withPictures: (count: number) => plural(count, { one: 'with 1 image', other: 'with # images' }),
    erase: (words: string) => `Erase “${words}”`,
    erased: 'Description erased',
    ordered: 'Already asked for',
    undo: 'Undo',
  },
})
