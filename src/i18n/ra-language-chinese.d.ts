declare module 'ra-language-chinese' {
  const messages: object;
  export default messages;
}
