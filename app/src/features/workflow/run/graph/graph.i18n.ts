import { defineMessages } from '#i18n/messages.ts'

export const graphMessages = defineMessages({
  fr: {
    view: 'Vue des étapes',
    list: 'Liste',
    graph: 'Schéma',
    steps: 'Schéma des étapes',
    takes: (fields: string) => `Du formulaire : ${fields}`,
  },
  en: {
    view: 'View of the steps',
    list: 'List',
    graph: 'Graph',
    steps: 'Graph of the steps',
    takes: (fields: string) => `From the form: ${fields}`,
  },
})
