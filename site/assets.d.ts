/** What the build makes of an imported style sheet or asset. */

/** A class by its name in camel case; class-names.test.ts sees to it that the module has it. */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string }
  export = classes
}

declare module '*?inline' {
  const text: string
  export default text
}

declare module '*?url' {
  const address: string
  export default address
}

declare module '*?url&no-inline' {
  const address: string
  export default address
}
