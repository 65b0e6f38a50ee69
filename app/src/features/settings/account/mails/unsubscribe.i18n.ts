import { defineMessages } from '#i18n/messages.ts'

export const unsubscribeMessages = defineMessages({
  fr: {
    title: 'Ne plus recevoir d’e-mails ?',
    lead: 'Vos notifications resteront dans l’app. Pour vos achats, vos retraits et la sécurité de votre compte, nous vous écrirons toujours.',
    stop: 'Ne plus en recevoir',
    stopping: 'Un instant…',
    choose: 'Choisir lesquels',
    stopped: 'C’est fait',
    stoppedText: 'Vous ne recevrez plus ces e-mails. Vous pouvez en reprendre dans vos réglages, quand vous voulez.',
    settings: 'Mes notifications',
    gone: 'Ce lien n’est plus valable',
    goneText: 'Ouvrez celui de votre dernier e-mail, ou faites votre choix dans vos réglages.',
    failed: 'Ça n’a pas marché',
    failedText: 'Vérifiez votre réseau, puis réessayez.',
  },
  en: {
    title: 'Stop these e-mails?',
    lead: 'Your notifications stay in the app. About your purchases, your withdrawals and the safety of your account we always write.',
    stop: 'Stop them',
    stopping: 'One moment…',
    choose: 'Choose which',
    stopped: 'Done',
    stoppedText:
      'You will not get these e-mails any more. You can take some up again in your settings, whenever you like.',
    settings: 'My notifications',
    gone: 'This link is no longer valid',
    goneText: 'Open the one in your latest e-mail, or choose in your settings.',
    failed: 'That did not work',
    failedText: 'Check your network and try again.',
  },
})
