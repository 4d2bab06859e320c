interface ImportMetaEnv {
  /** Version of the program that the page was built as; none while it is developed. */
  readonly VITE_VERSION?: string
}
