declare module 'jsonexport/dist/index.js' {
  const jsonexport: unknown;
  export default jsonexport;
}
