import { defineMessages } from '#i18n/messages.ts'

export const likenessMessages = defineMessages({
  fr: {
    ask: 'Cette photo montre-t-elle quelqu’un ?',
    askOf: (place: number) => `La photo ${place} montre-t-elle quelqu’un ?`,
    nobody: 'Non',
    me: 'C’est moi',
    agreed: 'Cette personne est d’accord',
    child: 'C’est un enfant',
    change: 'Changer',
    first: 'Dites d’abord qui est sur la photo.',
    childRefused: 'La photo d’un enfant ne peut pas servir',
    childRefusedText: 'Elle a été retirée, votre texte est gardé. Décrivez plutôt la scène avec vos mots.',
    saidNobody: 'Cette photo ne montre personne.',
    saidMe: 'Cette photo vous montre.',
    saidAgreed: 'La personne sur cette photo est d’accord.',
  },
  en: {
    ask: 'Does this photo show somebody?',
    askOf: (place: number) => `Does photo ${place} show somebody?`,
    nobody: 'No',
    me: 'It is me',
    agreed: 'This person agrees',
    child: 'It is a child',
    change: 'Change',
    first: 'Say first who is in the photo.',
    childRefused: 'A child’s photo cannot be used',
    childRefusedText: 'It was removed, your text is kept. Describe the scene in words instead.',
    saidNobody: 'This photo shows nobody.',
    saidMe: 'This photo shows you.',
    saidAgreed: 'The person in this photo agrees.',
  },
})
