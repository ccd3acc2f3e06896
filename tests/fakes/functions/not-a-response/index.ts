export default {
  fetch() {
    return { almost: 'a response' }
  },
}
