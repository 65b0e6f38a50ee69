/** @platform/storage/wire: storage/v1. Apart, so that who needs a store or the migrations does not load all of its routes. */
export { storagePlugin } from './plugin.ts'
