/** What the build makes of an imported style sheet. */

/** A class by its name in camel case. */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string }
  export = classes
}

declare module '*.css'
