import { defineMessages } from '#i18n/messages.ts'

export const chartMessages = defineMessages({
  fr: {
    asTable: 'Tableau',
    asChart: 'Courbe',
    underWay: 'en cours',
    walk: 'Flèches gauche et droite : un point après l’autre',
  },
  en: {
    asTable: 'Table',
    asChart: 'Chart',
    underWay: 'under way',
    walk: 'Left and right arrows: one point after another',
  },
})
