/** What is known of people, in plain words; a draft until counsel has read it. */
import { defineMessages } from '#i18n/messages.ts'

export const privacySections = [
  'what',
  'shown',
  'messages',
  'training',
  'device',
  'others',
  'kept',
  'rights',
  'minors',
] as const

export const privacyMessages = defineMessages({
  fr: {
    title: 'Confidentialité',
    intro: 'Ce que nous savons de vous, pourquoi, et comment le reprendre.',
    whatTitle: 'Que gardons-nous ?',
    what: 'Ce que vous donnez : e-mail ou téléphone, nom, photo, descriptions, images, commentaires.\nCe que vous faites ici : j’aime, abonnements, recherches suivies, achats de crédits.\nCe qui protège votre compte : appareils connectés et dates de connexion.',
    shownTitle: 'Qui voit quoi ?',
    shown:
      'Votre nom, votre @ et ce que vous publiez pour tous sont publics. Votre e-mail et votre numéro ne sont montrés à personne.\nUn compte privé n’est lu que par les personnes que vous acceptez. Vous réglez aussi qui peut vous écrire et vous mentionner.',
    messagesTitle: 'Et vos messages ?',
    messages:
      'Ils sont chiffrés de bout en bout : nous ne pouvons pas les lire. Nous savons qui parle à qui, et quand.\nSi vous perdez votre clé de récupération, nous ne pouvons pas les rouvrir.',
    trainingTitle: 'Vos images entraînent-elles une IA ?',
    training:
      'Non. Rien chez nous n’apprend de vos images. Les robots d’autres services sont priés de s’abstenir, sauf si vous les y autorisez dans « Confidentialité ».',
    deviceTitle: 'Qu’y a-t-il sur votre appareil ?',
    device:
      'Votre connexion, vos réglages, vos brouillons et vos clés de messages. Aucun cookie publicitaire, aucun pistage.\nVous déconnecter efface ce qui est à vous.',
    othersTitle: 'Qui d’autre reçoit quelque chose ?',
    others:
      'Le service de paiement quand vous achetez. Le moteur d’images extérieur quand vous en choisissez un : il reçoit la description et les images de référence, pas votre nom.\nNous ne vendons aucune donnée.',
    keptTitle: 'Combien de temps ?',
    kept: 'Tant que vous avez un compte. 30 jours après sa suppression, tout est effacé, sauf les écritures d’achats que la loi nous fait garder.',
    rightsTitle: 'Quels sont vos droits ?',
    rights:
      'Voir, corriger, emporter et effacer vos données. Tout se fait dans « Compte et réglages », sans nous écrire.\nVous pouvez aussi saisir l’autorité de protection des données de votre pays.',
    minorsTitle: 'Et les plus jeunes ?',
    minors:
      'Cortexia est réservé aux 15 ans et plus. Si un enfant plus jeune a un compte, un parent peut nous le signaler : il sera supprimé.\nPour le mode ado, nous demandons une date de naissance et n’en gardons que le jour des 18 ans.',
  },
  en: {
    title: 'Privacy',
    intro: 'What we know about you, why, and how to take it back.',
    whatTitle: 'What do we keep?',
    what: 'What you give: email or phone, name, photo, descriptions, images, comments.\nWhat you do here: likes, follows, saved searches, purchases of credits.\nWhat protects your account: signed-in devices and dates of sign-in.',
    shownTitle: 'Who sees what?',
    shown:
      'Your name, your @ and what you publish for everyone are public. Your email and your number are shown to nobody.\nA private account is read only by people you accept. You also decide who may write to you and mention you.',
    messagesTitle: 'And your messages?',
    messages:
      'They are end-to-end encrypted: we cannot read them. We know who talks to whom, and when.\nIf you lose your recovery key, we cannot open them again.',
    trainingTitle: 'Do your images train an AI?',
    training:
      'No. Nothing of ours learns from your images. Robots of other services are asked to keep away, unless you allow them in “Privacy”.',
    deviceTitle: 'What is on your device?',
    device:
      'Your session, your settings, your drafts and your message keys. No advertising cookie, no tracking.\nSigning out erases what is yours.',
    othersTitle: 'Who else receives something?',
    others:
      'The payment service when you buy. The outside image engine when you choose one: it receives the description and the reference images, not your name.\nWe sell no data.',
    keptTitle: 'For how long?',
    kept: 'As long as you have an account. 30 days after its deletion everything is erased, except the records of purchases that the law makes us keep.',
    rightsTitle: 'What are your rights?',
    rights:
      'To see, correct, take away and erase your data. All of it in “Account and settings”, without writing to us.\nYou may also turn to the data protection authority of your country.',
    minorsTitle: 'And younger people?',
    minors:
      'Cortexia is for people aged 15 or over. If a younger child has an account, a parent can tell us: it will be deleted.\nFor teen mode we ask for a date of birth and keep only the day of the 18th birthday.',
  },
})
