/*
 * In place of the part of the federation runtime that fetches what a manifest names: the shell does that itself
 * (`remotes/federation.ts`).
 */
export const formatPreloadArgs = () => []
export const preloadAssets = async () => []
