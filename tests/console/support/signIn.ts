/**
 * Signs somebody in, as a session that is stored in the browser.
 * @param role the name of the role
 * @param user what else the session has of the user
 */
export function signIn(role = 'SuperAdmin', user: object = {}): void {
  const person = {
    id: 2,
    name: 'one',
    nick_name: null,
    phone: null,
    role_id: 1,
    tags: 0,
    enterprise_id: null,
    ...user,
  };
  const session = { user: person, role, api_key: 'key', expires_at: '2099-01-01T00:00:00Z' };
  localStorage.setItem('licence.session', JSON.stringify({ ...session, must_change_password: false }));
}
