/** Address of the built boot script (document/boot-script.ts). */
declare module 'virtual:boot-script' {
  const address: string
  export default address
}
