export declare const bundleFolder: string
export declare const bundledSources: string
export declare const bundledStart: string
export declare function isBundleCurrent(root: string): boolean
