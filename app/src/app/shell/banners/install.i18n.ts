import { defineMessages } from '#i18n/messages.ts'

export const installMessages = defineMessages({
  fr: {
    title: 'Installer Cortexia',
    text: 'Plein écran, notifications, et le feed hors ligne.',
    install: 'Installer',
    later: 'Plus tard',
    share: 'Touchez « Partager »',
    add: 'Puis « Sur l’écran d’accueil »',
    ios: 'C’est nécessaire pour les notifications ; vous vous y reconnecterez une fois.',
    inApp: 'Ouvrez cette page dans votre navigateur pour l’installer.',
    firefox: 'Ouvrez le menu de Firefox (⋮), puis « Ajouter à l’écran d’accueil ».',
    samsung: 'Ouvrez le menu de Samsung Internet (☰), puis « Ajouter la page à », « Écran d’accueil ».',
  },
  en: {
    title: 'Install Cortexia',
    text: 'Full screen, notifications, and the feed offline.',
    install: 'Install',
    later: 'Later',
    share: 'Tap “Share”',
    add: 'Then “Add to Home Screen”',
    ios: 'Notifications need it; you sign in there once more.',
    inApp: 'Open this page in your browser to install it.',
    firefox: 'Open Firefox’s menu (⋮), then “Add to Home screen”.',
    samsung: 'Open Samsung Internet’s menu (☰), then “Add page to”, “Home screen”.',
  },
})
