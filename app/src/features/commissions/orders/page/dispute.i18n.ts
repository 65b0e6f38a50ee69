import { defineMessages } from '#i18n/messages.ts'

export const disputeMessages = defineMessages({
  fr: {
    title: 'Litige',
    openedBy: (who: string, at: string) => `Ouvert par ${who} le ${at}`,
    byOwnBank: 'Votre banque a repris le paiement. La commande attend sa réponse.',
    byBank: 'La banque a repris le paiement. N’avancez plus : la commande attend sa réponse.',
    until: (who: string, answer: string, ruling: string) =>
      `${who} a jusqu’au ${answer} pour répondre. Décision au plus tard le ${ruling}.`,
    onlyShown: 'Nous ne lisons que ce que vous joignez.',
    suggestion: (percent: number) =>
      `Ces affaires finissent le plus souvent par ${percent} % pour l’artiste, ${100 - percent} % remboursés. Vous pouvez vous le proposer tout de suite.`,
    said: 'Ce que chacun a joint',
    appeal: 'appel',
    messages: 'Messages joints',
    proving: 'Vérification…',
    proven: (who: string) => `Prouvé : signé par ${who}`,
    notProven: 'Pas prouvé : rien ne montre que ce message a été écrit ainsi',
    notChecked: 'La preuve n’a pas pu être vérifiée. Réessayez plus tard.',
    ruling: (percent: number) => `Décision : ${percent} % à l’artiste, ${100 - percent} % remboursés.`,
    motive: (words: string) => `Motif : ${words}`,
    final: 'Cette décision est appliquée.',
    appealUntil: (at: string) => `On peut faire appel jusqu’au ${at} ; ensuite elle s’applique.`,
  },
  en: {
    title: 'Dispute',
    openedBy: (who: string, at: string) => `Opened by ${who} on ${at}`,
    byOwnBank: 'Your bank took the payment back. The commission awaits its answer.',
    byBank: 'The bank took the payment back. Stop the work: the commission awaits its answer.',
    until: (who: string, answer: string, ruling: string) =>
      `${who} has until ${answer} to answer. A ruling comes by ${ruling}.`,
    onlyShown: 'We read only what you attach.',
    suggestion: (percent: number) =>
      `Such cases mostly end with ${percent}% for the artist, ${100 - percent}% refunded. You can offer it to each other right now.`,
    said: 'What each has attached',
    appeal: 'appeal',
    messages: 'Attached messages',
    proving: 'Checking…',
    proven: (who: string) => `Proven: signed by ${who}`,
    notProven: 'Not proven: nothing shows that this message was written so',
    notChecked: 'The proof could not be checked. Try again later.',
    ruling: (percent: number) => `Ruling: ${percent}% for the artist, ${100 - percent}% refunded.`,
    motive: (words: string) => `Reasons: ${words}`,
    final: 'This ruling is carried out.',
    appealUntil: (at: string) => `It can be appealed until ${at}; then it is carried out.`,
  },
})
