/**
 * Stands in for Google's client script in a browser test, where Google itself cannot be: as much of its published
 * contract as the page uses, and it refuses what Google would. Its button hands out a token that names what it was
 * made for. https://developers.google.com/identity/gsi/web/reference/js-reference
 */
export const googleScript = `(() => {
  let config = null
  window.google = { accounts: { id: {
    initialize(given) {
      for (const name of ['client_id', 'nonce'])
        if (typeof given[name] !== 'string' || given[name] === '') throw new TypeError(name)
      if (typeof given.callback !== 'function') throw new TypeError('callback')
      config = given
    },
    renderButton(parent, options) {
      if (config === null) throw new Error('initialize comes first')
      if (!(parent instanceof HTMLElement)) throw new TypeError('parent')
      if (!['standard', 'icon'].includes(options.type)) throw new TypeError('type')
      if (!['outline', 'filled_blue', 'filled_black'].includes(options.theme)) throw new TypeError('theme')
      if (!(options.width <= 400)) throw new TypeError('width')
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Continue with Google'
      button.dataset.theme = options.theme
      button.dataset.nonce = config.nonce
      button.addEventListener('click', () => {
        config.callback({ credential: config.client_id + ':' + config.nonce, select_by: 'btn' })
      })
      parent.append(button)
    },
  } } }
})()`
