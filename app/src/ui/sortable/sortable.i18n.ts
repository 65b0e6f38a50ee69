import { defineMessages } from '#i18n/messages.ts'

export const sortableMessages = defineMessages({
  fr: {
    moveItem: (place: number, name: string) => `Déplacer ${place}, ${name}`,
    up: (name: string) => `Monter ${name}`,
    down: (name: string) => `Descendre ${name}`,
    open: 'Modifier',
    movedTo: (name: string, place: number, all: number) => `${name} : place ${place} sur ${all}`,
  },
  en: {
    moveItem: (place: number, name: string) => `Move ${place}, ${name}`,
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    open: 'Edit',
    movedTo: (name: string, place: number, all: number) => `${name}: place ${place} of ${all}`,
  },
})
