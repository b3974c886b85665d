/** English texts of react-admin in place of those of ra-language-english, which speak of "elements". */
export const reactAdminEn = {
  ra: {
    notification: {
      created: 'Created',
      updated: 'Saved |||| %{smart_count} records saved',
      deleted: 'Deleted |||| %{smart_count} records deleted',
    },
  },
};
