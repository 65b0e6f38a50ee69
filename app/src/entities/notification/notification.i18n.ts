import { defineMessages, plural } from '#i18n/messages.ts'

export const notificationMessages = defineMessages({
  fr: {
    unread: (count: number) => plural(count, { one: '# non lue', other: '# non lues' }),

    like: 'J’aime',
    comment: 'Commentaires et réponses',
    mention: 'Mentions',
    follow: 'Abonnés et demandes',
    remix: 'Remix de vos images',
    message: 'Messages',
    generation: 'Images prêtes ou échouées',
    post: 'Publications des personnes dont vous avez activé la cloche',
    search: 'Nouveautés des recherches suivies',
    tip: 'Pourboires et prompts débloqués',
    commission: 'Commandes',
    moderation: 'Décisions de modération',

    kinds: 'Ce qui vous est signalé',
    kind: 'Événement',
    inApp: 'Dans l’app',
    push: 'Push',
    email: 'E-mail',
    choice: (kind: string, channel: string) => `${kind} : ${channel}`,
    always: 'Les paiements et les décisions de modération restent toujours visibles dans l’app.',
    mailed:
      'Par e-mail : un résumé par jour pour ce qui peut attendre, et seulement ce que vous n’avez pas encore lu. Jamais le texte de vos messages.',
    notSaved: 'Ce réglage n’a pas été enregistré',
    tryAgain: 'Vérifiez votre réseau, puis réessayez.',
    unreadable: 'Vos réglages n’ont pas pu se charger',
    retry: 'Réessayer',

    pushHere: 'Push sur cet appareil',
    pushOn: 'Cet appareil est prévenu, même quand Cortexia est fermé.',
    pushOff: 'Cet appareil n’est prévenu que lorsque Cortexia est ouvert.',
    pushUnsupported: 'Ce navigateur ne connaît pas les notifications push.',
    pushInstall:
      'Sur iPhone et iPad, ajoutez d’abord Cortexia à l’écran d’accueil : Partager, puis « Sur l’écran d’accueil ».',
    pushBlocked:
      'Ce navigateur bloque les notifications de Cortexia. Ouvrez les réglages du site, à gauche de l’adresse, et autorisez-les.',
    enable: 'Activer',
    disable: 'Désactiver',
    enabling: 'Activation…',
    notEnabled: 'Le push n’a pas pu être activé',

    quiet: 'Heures calmes',
    quietText:
      'Aucune alerte pendant ces heures, sauf les messages et l’argent. Le reste vous est dit à la fin, en une fois.',
    from: 'De',
    to: 'À',
    zone: (zone: string) => `Fuseau horaire : ${zone}`,

    digest: 'Résumé du jour',
    digestText:
      'J’aime, commentaires et abonnés en une seule alerte par jour. Messages, argent et images prêtes restent immédiats.',
    digestAt: 'À quelle heure ?',

    offer: 'Être prévenu quand votre image est prête ?',
    offerText: 'Même quand Cortexia est fermé. Vous choisissez ensuite ce qui compte.',
    noThanks: 'Non merci',
    offerOn: 'Cet appareil sera prévenu',
  },
  en: {
    unread: (count: number) => plural(count, { one: '# unread', other: '# unread' }),

    like: 'Likes',
    comment: 'Comments and replies',
    mention: 'Mentions',
    follow: 'Followers and requests',
    remix: 'Remixes of your images',
    message: 'Messages',
    generation: 'Images that are ready or failed',
    post: 'Posts by people whose bell is on',
    search: 'News of the searches you follow',
    tip: 'Tips and unlocked prompts',
    commission: 'Commissions',
    moderation: 'Moderation decisions',

    kinds: 'What you are told',
    kind: 'Event',
    inApp: 'In the app',
    push: 'Push',
    email: 'E-mail',
    choice: (kind: string, channel: string) => `${kind}: ${channel}`,
    always: 'Payments and moderation decisions always stay visible in the app.',
    mailed:
      'By e-mail: one digest a day for what can wait, and only what you have not read yet. Never the words of your messages.',
    notSaved: 'This setting was not saved',
    tryAgain: 'Check your network and try again.',
    unreadable: 'Your settings did not load.',
    retry: 'Try again',

    pushHere: 'Push on this device',
    pushOn: 'This device is told, even when Cortexia is closed.',
    pushOff: 'This device is told only while Cortexia is open.',
    pushUnsupported: 'This browser knows no push notifications.',
    pushInstall: 'On iPhone and iPad, add Cortexia to the home screen first: Share, then “Add to Home Screen”.',
    pushBlocked:
      'This browser blocks notifications from Cortexia. Open the site settings, left of the address, and allow them.',
    enable: 'Turn on',
    disable: 'Turn off',
    enabling: 'Turning on…',
    notEnabled: 'Push could not be turned on',

    quiet: 'Quiet hours',
    quietText: 'No push during these hours, except for messages and money. The rest is told at their end, all at once.',
    from: 'From',
    to: 'To',
    zone: (zone: string) => `Time zone: ${zone}`,

    digest: 'Daily digest',
    digestText:
      'Likes, comments and followers in one push a day. Messages, money and finished images still come at once.',
    digestAt: 'At what time?',

    offer: 'Be told when your image is ready?',
    offerText: 'Even when Cortexia is closed. You then choose what matters.',
    noThanks: 'No thanks',
    offerOn: 'This device will be told',
  },
})
