/** How much of what may be ordered at once. Apart from the shapes, which bring the library that checks them. */

/** Spec §9. */
export const maxReferences = 3
export const defaultImageSize = 1024
export const generationThrottleMs = 2000

export const minImageSize = 256
export const maxImageSize = 2048
export const maxPromptLength = 2000
export const maxReferenceBytes = 10 * 1024 * 1024
export const maxReferencePixels = 40_000_000
export const referenceTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export const maxImages = 4
export const maxSeed = 0xffff_ffff
/** A person's generations that are waiting or at work at once. */
export const maxActiveGenerations = 3
