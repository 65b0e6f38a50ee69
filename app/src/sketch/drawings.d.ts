/** Where the build lays the engine's drawings (build/drawings.ts). */
declare const DRAWINGS: { readonly folder: string; readonly version: string }
