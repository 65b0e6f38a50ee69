export { FunctionErrorBody, functionErrorCodes, type FunctionErrorCode } from './errors.ts'
export {
  GenerationRequest,
  GenerationResult,
  defaultImageSize,
  generationModes,
  generationThrottleMs,
  maxImageSize,
  maxPromptLength,
  maxReferenceBytes,
  maxReferencePixels,
  maxReferences,
  minImageSize,
  referenceTypes,
  type GenerationMode,
  type GenerationRequestBody,
} from './generation.ts'
