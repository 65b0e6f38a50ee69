import { defineMessages, plural } from '#i18n/messages.ts'

export const fileMessages = defineMessages({
  fr: {
    sending: 'Envoi…',
    send: (count: number) => plural(count, { one: 'Envoyer l’image', other: 'Envoyer les # images' }),
    nobody: 'Ne montre personne',
    me: 'C’est vous',
    agreed: 'La personne est d’accord',
    remove: (name: string) => `Retirer ${name}`,
    open: (name: string) => `Ouvrir ${name}`,
    download: (name: string) => `Télécharger ${name}`,
    making: 'Aperçu en préparation…',
    unread: 'L’aperçu ne s’ouvre pas',
    holds: (names: string) => `Contient ${names}`,
    file_type: 'Ce fichier n’est pas de ceux que nous prenons, ou n’est pas ce que dit son nom.',
    file_too_large: 'Ce fichier est trop lourd.',
    file_bomb: 'Ce fichier est trop grand une fois ouvert.',
    file_limit: 'Vous avez atteint le nombre de fichiers.',
    likeness_unsaid: 'Dites d’abord qui est sur la photo.',
    commission_state: 'La commande a changé entre-temps : ce fichier ne peut plus être ajouté.',
    network: 'Le fichier n’est pas parti. Vérifiez votre réseau, puis réessayez.',
    failed: 'Le fichier n’est pas parti. Réessayez.',
  },
  en: {
    sending: 'Sending…',
    send: (count: number) => plural(count, { one: 'Send the image', other: 'Send the # images' }),
    nobody: 'Shows nobody',
    me: 'It is you',
    agreed: 'The person agrees',
    remove: (name: string) => `Remove ${name}`,
    open: (name: string) => `Open ${name}`,
    download: (name: string) => `Download ${name}`,
    making: 'The preview is being made…',
    unread: 'The preview does not open',
    holds: (names: string) => `Holds ${names}`,
    file_type: 'This file is none of those that we take, or is not what its name says.',
    file_too_large: 'This file is too heavy.',
    file_bomb: 'This file is too large once it is opened.',
    file_limit: 'You have reached the number of files.',
    likeness_unsaid: 'Say first who is in the photo.',
    commission_state: 'The commission has changed meanwhile: this file can no longer be added.',
    network: 'The file was not sent. Check your network and try again.',
    failed: 'The file was not sent. Try again.',
  },
})

type Words = typeof fileMessages.fr
const refusals = [
  'file_type',
  'file_too_large',
  'file_bomb',
  'file_limit',
  'likeness_unsaid',
  'commission_state',
  'network',
] as const

export function refusedFile(m: Words, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const known = refusals.find((one) => one === code)
  return known ? m[known] : m.failed
}
