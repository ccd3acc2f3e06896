interface ImportMetaEnv {
  /** Names our own images as they were when the site was built (ssr/document/image-version.ts). */
  readonly IMAGE_VERSION: string
}

/** Address of the built boot script (inline-script-plugin.ts). */
declare module 'virtual:boot-script' {
  const address: string
  export default address
}
