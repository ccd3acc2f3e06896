interface ImportMetaEnv {
  /** Names our own pictures as they were when the site was built (document/picture-version.ts). */
  readonly PICTURE_VERSION: string
}

/** Address of the built boot script (document/boot-script.ts). */
declare module 'virtual:boot-script' {
  const address: string
  export default address
}
