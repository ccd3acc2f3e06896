/** An image that is drawn when the site is built: its text is small, and drawing takes no time. */
export interface Drawing {
  /** As in `/demo/products/1.svg`. */
  address: string
  svg: string
}
