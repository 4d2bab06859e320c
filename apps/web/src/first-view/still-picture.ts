/** What would make a part of the picture name itself, be found, filled in or followed. */
const spoken =
  /^(id|for|name|type|href|title|role|tabindex|autocomplete|autofocus|alt|novalidate|data-(testid|status))$|^aria-/

/**
 * Turns the markup of a page into a picture of it: nothing in it can be pressed or filled in, and nobody takes it for
 * the page, which comes with the program and takes its place. Styles of elements become `data-style`, because the
 * content policy forbids the attribute in markup; index.html sets them.
 */
export function stillPicture(html: string): string {
  return html
    .replace(/<!--.*?-->/g, '')
    .replace(/<link [^>]*>|<script.*?<\/script>/gs, '')
    .replace(
      /<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>/gi,
      (_tag, name: string, text: string, end) => {
        const attributes = [...text.matchAll(/\s+([\w:-]+)((?:="[^"]*")?)/g)]
          .filter(([, attribute = '']) => !spoken.test(attribute.toLowerCase()))
          .map(
            ([, attribute = '', value = '']) =>
              ` ${attribute === 'style' ? 'data-style' : attribute}${value}`,
          )
        if (name === 'button' || name === 'input') attributes.push(' disabled')
        return `<${name}${attributes.join('')}${end}>`
      },
    )
}
