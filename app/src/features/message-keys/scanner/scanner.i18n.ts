import { defineMessages } from '#i18n/messages.ts'

/** A camera that reads codes (SCREENS §3.10). */
export const scannerMessages = defineMessages({
  fr: {
    picture: 'Choisir une photo du code',
    unread: 'Aucun code QR n’a été trouvé sur cette photo.',
    cameraRefused: 'La caméra n’est pas autorisée pour ce site. Choisissez une photo du code.',
    cameraNone: 'Aucune caméra ici. Choisissez une photo du code.',
  },
  en: {
    picture: 'Choose a photo of the code',
    unread: 'No QR code was found in this photo.',
    cameraRefused: 'This site may not use the camera. Choose a photo of the code.',
    cameraNone: 'There is no camera here. Choose a photo of the code.',
  },
})
