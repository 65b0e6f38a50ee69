/** The terms of use, in plain words; a draft until counsel has read it. */
import { defineMessages } from '#i18n/messages.ts'

export const termsSections = [
  'who',
  'age',
  'images',
  'remix',
  'rules',
  'credits',
  'leaving',
  'changes',
  'contact',
] as const

export const termsMessages = defineMessages({
  fr: {
    title: 'Conditions d’utilisation',
    intro: 'Ce que vous pouvez attendre de Cortexia, et ce que nous attendons de vous.',
    whoTitle: 'Cortexia, c’est quoi ?',
    who: 'Un réseau où l’on crée des images avec l’IA, où l’on remixe celles des autres et où l’on se parle en privé.\nCréer un compte est gratuit. Vous en êtes responsable : gardez votre mot de passe pour vous.',
    ageTitle: 'Quel âge faut-il avoir ?',
    age: 'Cortexia est réservé aux personnes de 15 ans ou plus.\nDe 15 à 17 ans, activez le mode ado dans « Confidentialité » : pas de messages d’inconnus, rien de sensible.\nPour acheter, vendre ou retirer de l’argent, il faut avoir 18 ans.',
    imagesTitle: 'À qui sont vos images ?',
    images:
      'À vous. Vous choisissez qui les voit, et vous pouvez les retirer quand vous voulez.\nEn publiant, vous nous permettez de les montrer dans Cortexia et là où elles sont partagées, rien de plus.\nVos images sont faites par une IA : deux personnes peuvent obtenir des images proches, et les fichiers disent qu’ils viennent d’une IA.',
    remixTitle: 'Et les remix ?',
    remix:
      'Si vous autorisez le remix, d’autres peuvent partir de votre image. Votre nom reste cité dans la lignée.\nVous pouvez refuser le remix, image par image ou pour toutes. Les remix déjà faits restent.',
    rulesTitle: 'Qu’est-ce qui est interdit ?',
    rules:
      'Les images sexuelles de mineurs, la haine, le harcèlement, les menaces, l’arnaque, et se faire passer pour quelqu’un d’autre.\nMontrer une personne réelle de façon trompeuse ou intime sans son accord.\nSe servir d’une image sans en avoir le droit.\nNous pouvons masquer un contenu ou suspendre un compte. Vous savez pourquoi, et vous pouvez contester.',
    creditsTitle: 'Comment marchent les crédits ?',
    credits:
      'Une image coûte au moins un crédit. Le prix est affiché avant que vous appuyiez. Si l’image échoue, rien n’est débité.\nLes crédits achetés n’expirent pas. Un achat dont aucun crédit n’a servi peut être remboursé depuis votre historique.\nLes crédits ne sont pas de l’argent : ils ne se revendent pas.',
    leavingTitle: 'Comment partir ?',
    leaving:
      'Dans « Compte et réglages », « Données ». Tout est caché aussitôt, puis effacé au bout de 30 jours. D’ici là, vous reconnecter annule la suppression.\nVous pouvez d’abord télécharger une archive de vos données, images comprises.',
    changesTitle: 'Et si ces conditions changent ?',
    changes:
      'Nous vous prévenons dans l’application avant que le changement s’applique. S’il ne vous convient pas, vous pouvez partir avec vos données.',
    contactTitle: 'Une question, un désaccord ?',
    contact:
      'Signalez un contenu depuis son menu. Le droit applicable et le tribunal compétent seront précisés par notre juriste.',
  },
  en: {
    title: 'Terms of use',
    intro: 'What you can expect of Cortexia, and what we expect of you.',
    whoTitle: 'What is Cortexia?',
    who: 'A network where people make images with AI, remix those of others and talk in private.\nAn account is free. You answer for it: keep your password to yourself.',
    ageTitle: 'How old do you have to be?',
    age: 'Cortexia is for people aged 15 or over.\nFrom 15 to 17, turn on teen mode in “Privacy”: no messages from strangers, nothing sensitive.\nTo buy, sell or withdraw money you must be 18.',
    imagesTitle: 'Whose are your images?',
    images:
      'Yours. You choose who sees them, and you can take them down whenever you like.\nBy publishing you let us show them in Cortexia and where they are shared, nothing more.\nYour images are made by an AI: two people may get images that are alike, and the files say that they come from an AI.',
    remixTitle: 'And remixes?',
    remix:
      'If you allow remixing, others can start from your image. Your name stays in the lineage.\nYou can refuse it, for one image or for all. Remixes that exist already stay.',
    rulesTitle: 'What is forbidden?',
    rules:
      'Sexual images of minors, hate, harassment, threats, fraud, and passing for somebody else.\nShowing a real person in a misleading or intimate way without their consent.\nUsing an image without the right to do so.\nWe may hide content or suspend an account. You are told why, and you can contest it.',
    creditsTitle: 'How do credits work?',
    credits:
      'An image costs one credit or more. The price is shown before you press. If the image fails, nothing is charged.\nCredits you bought do not expire. A purchase of which no credit was used can be refunded from your history.\nCredits are not money: they cannot be sold on.',
    leavingTitle: 'How do you leave?',
    leaving:
      'In “Account and settings”, “Data”. Everything is hidden at once, then erased after 30 days. Until then, signing in again cancels it.\nBefore that you can download an archive of your data, images included.',
    changesTitle: 'What if these terms change?',
    changes: 'We tell you in the app before the change applies. If it does not suit you, you can leave with your data.',
    contactTitle: 'A question, a disagreement?',
    contact: 'Report content from its menu. The applicable law and the competent court will be named by our lawyer.',
  },
})
