interface ImportMetaEnv {
  /** Version of the program that the page was built as; none while it is developed. */
  readonly VITE_VERSION?: string
  /** The commit that it was built from, and the time of that commit (ISO); none outside a repository. */
  readonly VITE_COMMIT?: string
  readonly VITE_BUILT_AT?: string
}
